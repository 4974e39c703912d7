import type { MovedUp } from './moved-up.ts'
import { isNothing } from './money-sum.ts'
import type { WhoOwesYou } from './who-owes-you.ts'

export type FirstPicture = 'cash' | 'owed' | 'flow' | 'profit' | 'coming' | 'ladder'

/** The order in which the first pictures stand. What cannot be drawn says what it would need, at the end. */
export function orderFirst(figures: {
  readonly cashLine: { readonly form: string }
  readonly whoOwesYou: WhoOwesYou
  readonly movedUp?: MovedUp
}): readonly FirstPicture[] {
  const { movedUp, cashLine, whoOwesYou } = figures
  const isLate = whoOwesYou.form === 'full' && !isNothing(whoOwesYou.late)
  const coming = movedUp?.coming == null ? [] : (['coming'] as const)
  const owed = isLate ? (['owed', ...coming] as const) : ([...coming, 'owed'] as const)
  const ladder = movedUp?.ladder == null ? [] : (['ladder'] as const)
  return cashLine.form === 'full'
    ? ['cash', ...owed, 'flow', 'profit', ...ladder]
    : [...owed, 'flow', ...ladder, 'cash', 'profit']
}
