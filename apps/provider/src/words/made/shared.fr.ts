/* Generated from messages/shared.fr.arb by packages/messages. Do not edit. */
export const sharedFr = {
  download: "Télécharger le PDF",
  print: "Imprimer",
  memberLooks: "Voici ce que voit votre client. Vous êtes connecté, donc votre visite ne compte pas comme une consultation.",
  accept: "Accepter le devis",
  reject: "Le refuser",
  accepted: "Ce devis est accepté.",
  rejected: "Ce devis est refusé.",
  expired: "Ce devis n’est plus valable. Demandez-en un nouveau.",
}
