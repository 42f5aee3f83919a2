import { testRow } from '../test-row.ts';
import { canary } from './canary.ts';

testRow(canary);
