import { z } from 'zod'

/**
 * The JSON response of a token endpoint, for a code and for a refresh.
 * Unknown members are ignored. `businessId` is absent when the tokens cover all businesses.
 * Source: interface.md section 2.1; RFC 6749 section 5.1.
 */
export const TokenResponseSchema = z.object({
  access_token: z.string().min(1),
  /** The lifetime of the access token in seconds. */
  expires_in: z.number().int().positive(),
  token_type: z.string().regex(/^bearer$/i),
  scope: z.string(),
  refresh_token: z.string().min(1),
  userId: z.string().min(1),
  businessId: z.string().min(1).optional(),
})
export type TokenResponse = z.infer<typeof TokenResponseSchema>
