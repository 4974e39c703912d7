import { Money } from './money.tsx'

/** The total of a picture. */
export function TotalMoney({
  model,
}: {
  readonly model: { readonly totalMinor: number; readonly partial: boolean; readonly isAbout?: boolean }
}) {
  return <Money minor={model.totalMinor} atLeast={model.partial} isAbout={model.isAbout === true} />
}
