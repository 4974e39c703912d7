import { BusinessesScreen } from '#features/business/businesses-screen.tsx'
import { BusinessFigures } from '#features/overview/business-figures.tsx'

/** Shows all businesses of a person, each with its first figures. */
export function BusinessesPart() {
  return <BusinessesScreen figuresOf={(connection) => <BusinessFigures connection={connection} />} />
}
