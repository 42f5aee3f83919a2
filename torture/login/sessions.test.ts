import { testRow } from '../test-row.ts';
import { sessions } from './sessions.ts';

testRow(sessions);
