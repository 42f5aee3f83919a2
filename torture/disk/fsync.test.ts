import { testRow } from '../test-row.ts';
import { fsync } from './fsync.ts';

testRow(fsync);
