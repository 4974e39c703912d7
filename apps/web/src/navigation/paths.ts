import { CONNECTION_PAGE } from '@counterfoil/bff-api/paths'

/** Every address of the app. */
export const PATHS = {
  overview: '/',
  profile: '/profile',
  businesses: '/businesses',
  connection: CONNECTION_PAGE,
  disconnect: '/settings/connection/disconnect',
  signedIn: '/settings/sessions',
} as const
