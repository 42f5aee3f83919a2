import { testRow } from '../test-row.ts';
import { hostileWords } from './hostile-words.ts';

testRow(hostileWords);
