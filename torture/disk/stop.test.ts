import { testRow } from '../test-row.ts';
import { stop } from './stop.ts';

testRow(stop);
