import { testRow } from '../test-row.ts';
import { forgedHosts } from './forged-hosts.ts';

testRow(forgedHosts);
