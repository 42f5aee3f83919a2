import { testRow } from '../test-row.ts';
import { readOnly } from './read-only.ts';

testRow(readOnly);
