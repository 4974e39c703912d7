import { DetailsColumn } from '#features/business/details-card.tsx'
import { ConnectionScreen } from '#features/manage-connection/connection-screen.tsx'

/** Shows the page of a connection, with details of its business. */
export function ConnectionPart() {
  return <ConnectionScreen about={(connection) => <DetailsColumn connection={connection} />} />
}
