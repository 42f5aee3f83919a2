import { testRow } from '../test-row.ts';
import { diskFull } from './disk-full.ts';

testRow(diskFull);
