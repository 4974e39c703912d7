import type { MovedUp } from '#figures/moved-up.ts'
import { Coming } from '#pictures/coming.tsx'
import { Ladder } from '#pictures/ladder.tsx'

/** One of the further pictures, where it stands among the first ones. */
export function MovedUpPicture(props: { readonly name: keyof MovedUp; readonly movedUp: MovedUp }) {
  const { coming, ladder } = props.movedUp
  if (props.name === 'coming') return coming && <Coming model={coming} />
  return ladder && <Ladder model={ladder} />
}
