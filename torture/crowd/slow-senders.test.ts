import { testRow } from '../test-row.ts';
import { slowSenders } from './slow-senders.ts';

testRow(slowSenders);
