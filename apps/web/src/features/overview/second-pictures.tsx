import type { MoreFigures } from '#figures/more-figures.ts'
import { BestCustomers } from '#pictures/best-customers.tsx'
import { Coming } from '#pictures/coming.tsx'
import { Habits } from '#pictures/habits.tsx'
import { Journey } from '#pictures/journey.tsx'
import { Ladder } from '#pictures/ladder.tsx'
import { WhatSells } from '#pictures/what-sells.tsx'

/** The further pictures in their order: side by side stand those that are about as tall. */
export function SecondPictures(props: {
  readonly figures: MoreFigures
  /** Pictures that stand among the first ones already. */
  readonly shownAbove: readonly ('coming' | 'ladder')[]
  /** Nothing can be read: these are as they were. */
  readonly isFrozen: boolean
}) {
  const { figures, shownAbove } = props
  return (
    <div className={props.isFrozen ? 'pictures frozen' : 'pictures'}>
      {!shownAbove.includes('coming') && <Coming model={figures.coming} />}
      <Habits model={figures.habits} />
      <BestCustomers model={figures.bestCustomers} />
      {!shownAbove.includes('ladder') && <Ladder model={figures.ladder} />}
      <WhatSells model={figures.whatSells} />
      <Journey model={figures.journey} />
    </div>
  )
}
