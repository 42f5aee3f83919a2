import { testRow } from '../test-row.ts';
import { silentReaders } from './silent-readers.ts';

testRow(silentReaders);
