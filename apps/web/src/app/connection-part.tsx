import { DetailsColumn } from '#features/business/details-card.tsx'
import { ConnectionScreen } from '#features/manage-connection/connection-screen.tsx'

/** The page of a connection, with the business that it is about. */
export function ConnectionPart() {
  return <ConnectionScreen about={(connection) => <DetailsColumn connection={connection} />} />
}
