import { testRow } from '../test-row.ts';
import { passwordTiming } from './password-timing.ts';

testRow(passwordTiming);
