/**
 * Added to the script of pages that ask for a passkey or make one. Uncovers the button where the browser knows passkeys, puts what
 * the device answers into the form and sends it. On a page with the field of an address the browser offers passkeys there as
 * well, and a form that makes a passkey asks the device before it is sent. Tells the form of a password whether a passkey could be made here.
 */
export const PASSKEY_SCRIPT = `;(()=>{
const P=self.PublicKeyCredential,d=document,b=d.querySelector('[data-passkey]'),f=d.querySelector('[name=can_passkey]');
if(!P||!P.parseRequestOptionsFromJSON)return;
if(f)P.isUserVerifyingPlatformAuthenticatorAvailable().then(y=>{if(y)f.value='1'});
if(!b)return;
const o=JSON.parse(b.dataset.passkey),q=o.user?'create':'get',say=d.querySelector('[data-passkey-fault]');let stop;
const ask=async mediation=>{if(stop)stop.abort();const mine=stop=new AbortController();
const options={publicKey:P[o.user?'parseCreationOptionsFromJSON':'parseRequestOptionsFromJSON'](o),signal:mine.signal};if(mediation)options.mediation=mediation;
try{const c=await navigator.credentials[q](options);b.form.elements.passkey.value=JSON.stringify(c);b.form.requestSubmit()}
catch(e){if(e.name!=='AbortError'&&!mediation)say.hidden=false}};
d.querySelectorAll('[data-passkey-unable]').forEach(e=>{e.hidden=true});
if(o.user)b.form.addEventListener('submit',e=>{if(!b.form.elements.passkey.value){e.preventDefault();e.stopPropagation();b.click()}});
b.hidden=false;b.addEventListener('click',()=>{say.hidden=true;ask()});
if(d.querySelector('[autocomplete~=webauthn]')&&P.isConditionalMediationAvailable)P.isConditionalMediationAvailable().then(y=>{if(y)ask('conditional')});
})()`
