import { testRow } from '../test-row.ts';
import { requests } from './requests.ts';

testRow(requests);
