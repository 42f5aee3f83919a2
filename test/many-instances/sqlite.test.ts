import { describeManyInstances } from './behave-as-one.ts';

// A file serves several processes too, as long as they are on one machine.
describeManyInstances({
  name: 'SQLite',
  instances: 2,
  prepare: async () => ({ DATABASE_URL: 'sqlite:letters.db' }),
});
