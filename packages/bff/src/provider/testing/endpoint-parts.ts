import type { Dispatcher } from 'undici'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import { createIdTokenVerifier } from '../id-token-client.ts'
import { createIdentifyPerson } from '../identify-person.ts'
import { createIdentityProbe } from '../identity-probe-client.ts'
import { createProviderMetadata } from '../metadata-client.ts'

/** Returns the parts of a token endpoint or an identity query for the provider of `profile`. */
export function endpointParts(profile: ProviderProfile, dispatcher: Dispatcher) {
  const clock = Date.now
  const metadata = createProviderMetadata({ profile, dispatcher, clock })
  const probe = createIdentityProbe({ profile, metadata, dispatcher })
  const verifyIdToken = createIdTokenVerifier({ clientId: profile.clientId, metadata, dispatcher, clock })
  return {
    profile,
    metadata,
    dispatcher,
    probe,
    identify: createIdentifyPerson({ profile, probe, verifyIdToken }),
  }
}
