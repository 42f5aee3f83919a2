import { testRow } from '../test-row.ts';
import { backup } from './backup.ts';

testRow(backup);
