import { useId, useState } from 'react'
import type { OverviewFigures } from '#figures/overview.ts'
import { Button } from '#ui/action-button.tsx'
import { WhenWanted } from '#ui/when-wanted.tsx'
import { usePartWords } from '#words/words.tsx'

const loadSample = async () => (await import('./sample-pictures.tsx')).SamplePictures

/** Shows that the books of a business are empty. On request it shows the page with made-up figures. */
export function EmptyBusiness(props: {
  readonly name: string
  readonly provider: string
  readonly figures: Pick<OverviewFigures, 'today'>
}) {
  const { name, provider } = props
  const words = usePartWords('empty')
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <p className="lede">{words.nothing({ name, provider })}</p>
      <div>
        <Button
          variant="quiet"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? words.hide : words.show}
        </Button>
      </div>
      <div id={id} hidden={!isShown}>
        <WhenWanted load={loadSample} wanted={isShown ? 'shown' : undefined}>
          {(SamplePictures) => <SamplePictures today={props.figures.today} provider={provider} />}
        </WhenWanted>
      </div>
    </>
  )
}
