import type { UserId } from '@counterfoil/oauth/ids'

/** The owner of all businesses other than those of the demo: an accountant with many clients. */
export const LARGE_USER = {
  id: '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a05' as UserId,
  email: 'large@harbour.example',
} as const
