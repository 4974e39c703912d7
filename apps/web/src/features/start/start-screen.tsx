import { useSession } from '#data/session.tsx'
import { isWelcomedBack } from '#navigation/decide-screen.ts'
import { FirstVisit } from './first-visit.tsx'
import { SamplePictures } from './sample-pictures.tsx'
import { WelcomeBack } from './welcome-back.tsx'

/** Nobody is signed in here: coming back is one press, and connecting for the first time another. */
export function StartScreen() {
  const { session } = useSession()
  return (
    <div className="start">
      {isWelcomedBack(session) ? (
        <WelcomeBack businessName={session.returning?.businessName ?? null} />
      ) : (
        <FirstVisit />
      )}
      {session.provider.offers.includes('books') && <SamplePictures />}
    </div>
  )
}
