import { testRow } from '../test-row.ts';
import { crossSite } from './cross-site.ts';

testRow(crossSite);
