import { testRow } from '../test-row.ts';
import { locked } from './locked.ts';

testRow(locked);
