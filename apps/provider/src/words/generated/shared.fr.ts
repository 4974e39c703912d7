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
  link: {
    endless: "Ce lien n’a pas de fin",
    ends: (moment: string) => `Ce lien prend fin le ${moment}`,
    ended: (moment: string) => `Ce lien a pris fin le ${moment} : votre client ne voit plus cette page`,
    label: "Le lien prend fin",
    never: "jamais",
    now: "maintenant",
    same: (moment: string) => `le ${moment}`,
    days: (count: number) => `dans ${count < 2 ? `${count} jour` : `${count} jours`}`,
    hint: "Un nouveau lien met fin aussitôt à celui-ci. Envoyez ensuite de nouveau le document à votre client.",
    save: "Enregistrer",
    renew: "Créer un nouveau lien",
  },
}
