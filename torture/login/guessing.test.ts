import { testRow } from '../test-row.ts';
import { guessing } from './guessing.ts';

testRow(guessing);
