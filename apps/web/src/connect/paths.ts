/** Every address of the app. */
export const PATHS = {
  overview: '/',
  profile: '/profile',
  businesses: '/businesses',
  connection: '/settings/connection',
  disconnect: '/settings/connection/disconnect',
  signedIn: '/settings/sessions',
} as const
