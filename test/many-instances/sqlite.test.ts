import { describeManyInstances } from './behave-as-one.ts';

// Several processes can share a file, too, if they are on one machine.
describeManyInstances({
  name: 'SQLite',
  instances: 2,
  prepare: async () => ({ DATABASE_URL: 'sqlite:letters.db' }),
});
