import { testRow } from '../test-row.ts';
import { corrupt } from './corrupt.ts';

testRow(corrupt);
