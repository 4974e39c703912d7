import { Suspense, useId, useState } from 'react'
import type { OverviewFigures } from '#figures/overview.ts'
import { NotLoaded, useLatePart } from '#ui/late-part.tsx'
import { usePartWords } from '#words/words.tsx'

const loadSample = async () => (await import('./sample-pictures.tsx')).SamplePictures

/** A business with nothing in its books: says so, and shows made-up figures where somebody wants to see the page with some. */
export function EmptyBusiness(props: {
  readonly name: string
  readonly provider: string
  readonly figures: Pick<OverviewFigures, 'today'>
}) {
  const { name, provider } = props
  const words = usePartWords('empty')
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  const { part: SamplePictures, hasFailed, again } = useLatePart(loadSample, isShown ? 'shown' : undefined)
  return (
    <>
      <p className="lede">{words.nothing({ name, provider })}</p>
      <div>
        <button
          type="button"
          className="button-quiet"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? words.hide : words.show}
        </button>
      </div>
      <div id={id} hidden={!isShown}>
        {isShown && hasFailed === true && <NotLoaded onRetry={again} />}
        {isShown && SamplePictures !== undefined && (
          <Suspense fallback={null}>
            <SamplePictures today={props.figures.today} provider={provider} />
          </Suspense>
        )}
      </div>
    </>
  )
}
