/* Generated from messages/shared.fr.arb by packages/messages. Do not edit. */
export const sharedFr = {
  download: "Télécharger le PDF",
  print: "Imprimer",
  memberLooks: "Voici ce que voit votre client. Vous êtes connecté, donc votre visite ne compte pas comme une consultation.",
  accept: "Accepter le devis",
  reject: "Refuser le devis",
  accepted: "Ce devis a été accepté.",
  rejected: "Ce devis a été refusé.",
  expired: "Ce devis n’est plus valable. Demandez-en un nouveau.",
  link: {
    endless: "Ce lien n’expire pas",
    ends: (moment: string) => `Ce lien expire le ${moment}`,
    ended: (moment: string) => `Ce lien a expiré le ${moment}\u00a0: votre client ne voit plus cette page`,
    label: "Le lien expire",
    never: "jamais",
    now: "maintenant",
    same: (moment: string) => `le ${moment}`,
    days: (count: number) => `dans ${count < 2 ? `${count} jour` : `${count} jours`}`,
    hint: "Un nouveau lien remplace aussitôt celui-ci. Envoyez ensuite de nouveau le document à votre client.",
    save: "Enregistrer",
    renew: "Créer un nouveau lien",
  },
}
