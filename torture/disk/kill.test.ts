import { testRow } from '../test-row.ts';
import { kill } from './kill.ts';

testRow(kill);
