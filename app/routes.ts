import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('home/home.tsx'),
  route('letter/:letterId', 'letter/letter.tsx'),
  route('*', 'not-found/not-found.tsx'),
] satisfies RouteConfig;
