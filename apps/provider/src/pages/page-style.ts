import { providerTokensCss } from '@counterfoil/design/tokens'

/** Layout and components of Harbour's pages; every colour and size comes from the shared tokens. */
const COMPONENTS = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:16px;scrollbar-gutter:stable}
body{margin:0;background:var(--page);color:var(--ink);font:400 var(--size-body)/1.5 var(--font-text);min-height:100vh;display:flex;flex-direction:column;overflow-wrap:anywhere}
.frame{width:100%;max-width:calc(var(--width-auth) + 48px);margin:0 auto;padding:0 var(--space-4)}
.wide .frame,body:has(header nav) .frame{max-width:calc(52rem + 48px)}
body:has(header nav):not(.wide) main .frame>*{max-width:var(--width-auth)}
@media(min-width:40rem){.frame{padding:0 var(--space-5)}}
.skip{position:absolute;left:-999rem}
.skip:focus{left:8px;top:8px;background:var(--card);padding:12px 16px;z-index:1}
header{padding:var(--space-5) 0 0}
.bar{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 var(--space-5)}
.mark{display:inline-flex;align-items:center;gap:10px;min-height:44px;font-weight:600;color:var(--ink);text-decoration:none}
.mark svg{display:block;color:var(--accent)}
.bar ul{display:flex;flex-wrap:wrap;gap:0 var(--space-4);list-style:none;margin:0;padding:0;font-size:var(--size-hint)}
.bar li a,.bar li button{display:inline-flex;align-items:center;min-height:44px}
.leave{display:inline-flex;align-items:center;min-height:44px;font-size:var(--size-hint)}
header nav{flex:1}
header .bar{gap:0 var(--space-3)}
header nav ul{justify-content:flex-end;gap:0 var(--space-3)}
@media(max-width:40rem){header nav{order:3;flex:1 0 100%}header nav ul{justify-content:flex-start}}
.bar [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
main{flex:1;padding:var(--space-4) 0 var(--space-7)}
main:focus{outline:0}
footer{border-top:1px solid var(--hairline);padding:var(--space-3) 0 var(--space-5);font-size:var(--size-note);color:var(--muted)}
footer .bar{justify-content:flex-start}
footer a,footer button{display:inline-flex;align-items:center;min-height:44px}
h1,h2,h3{font-family:var(--font-heading);font-weight:600;line-height:1.2;text-wrap:balance;margin:0}
h1{font-size:var(--size-h1-auth);margin-bottom:var(--space-4);hyphens:auto;hyphenate-limit-chars:13 5 5}
h1 bdi{hyphens:manual}
h2,legend{font:600 var(--size-h2-auth)/1.2 var(--font-heading)}
h3{font:600 1em/1.4 var(--font-text)}
section,fieldset,.block{margin-top:var(--space-6)}
fieldset{border:0;padding:0;min-width:0;margin-inline:0}
legend,section>h2{padding:0;margin-bottom:var(--space-3)}
p{margin:0 0 var(--space-3)}
p,dd,li{max-width:var(--measure)}
b,strong{font-weight:600}
a,.link{color:var(--accent);text-underline-offset:3px;text-decoration-thickness:1px}
a:hover,.link:hover{color:var(--accent-hover);text-decoration-thickness:2px}
.link{font:inherit;background:none;border:0;padding:0;cursor:pointer;text-decoration-line:underline;text-align:start}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:2px}
.muted{color:var(--muted)}
.hint{color:var(--muted);font-size:var(--size-hint)}
.note{color:var(--muted);font-size:var(--size-note)}
.lede{font-size:1.0625rem}
.said{font-style:normal;color:var(--ink)}
.tall{display:inline-flex;align-items:center;min-height:44px}
.who{display:flex;gap:var(--space-3);align-items:flex-start;margin-bottom:var(--space-4)}
.who p{margin:0;min-width:0}
.logo{flex:none;width:40px;height:40px;border-radius:10px;border:1px solid var(--hairline);background:var(--card);display:grid;place-items:center;font:600 1.25rem/1 var(--font-heading);color:var(--accent)}
.rule{border-top:1px solid var(--hairline);border-bottom:1px solid var(--hairline);padding:var(--space-3) 0;margin-top:var(--space-4)}
.rule+.rule{margin-top:-1px}
.rule p{margin:0}
.total{max-width:none;border-top:1px solid var(--hairline);margin-top:var(--space-5);padding-top:var(--space-5)}
label{display:block;font-weight:600;margin-bottom:var(--space-1)}
.field{margin-bottom:var(--space-5)}
.input{font:inherit;width:100%;min-height:var(--height-control-auth);padding:10px 12px;color:var(--ink);background:var(--card);border:1px solid var(--control);border-radius:var(--radius-control)}
textarea.input{min-height:6.5rem;resize:vertical}
.mono,code{font-family:var(--font-mono);font-size:.9em;overflow-wrap:anywhere}
.with-button{display:flex;flex-wrap:wrap;gap:var(--space-2)}
.with-button .input{flex:1 1 8rem;min-width:0}
.with-button .button{white-space:nowrap}
.wrong{border-left:4px solid var(--danger);padding-left:var(--space-3)}
.fault{color:var(--danger);font-weight:600;margin:0 0 var(--space-1)}
.button{font:600 1.0625rem/1.2 var(--font-text);display:inline-flex;align-items:center;justify-content:center;text-align:center;min-height:var(--height-control-auth);padding:10px 20px;border-radius:var(--radius-control);border:1px solid var(--control);background:var(--card);color:var(--ink);cursor:pointer;text-decoration:none;text-wrap:balance;transition:background-color var(--quick)}
.button:hover{border-color:var(--ink);color:var(--ink)}
.button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.button.primary:hover{background:var(--accent-hover);border-color:var(--accent-hover)}
.button.danger{border-color:var(--danger);color:var(--danger)}
.button.danger.primary{background:var(--danger);color:var(--page)}
.button.danger:hover{background:var(--danger-tint);color:var(--danger)}
.button.danger.primary:hover{background:var(--ink);border-color:var(--ink);color:var(--page)}
.button[aria-disabled=true]{opacity:.7;cursor:default}
.full{width:100%}
.actions{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,8.25rem),1fr));gap:var(--space-3)}
.actions .button{padding-inline:12px}
.actions.long{grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr))}
.row{display:flex;flex-wrap:wrap;gap:var(--space-3) var(--space-4);align-items:center}
.choices{display:grid;gap:var(--space-2)}
.choice{position:relative;display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 var(--space-3);align-items:start;padding:14px var(--space-4);background:var(--card);border:1px solid var(--control);border-radius:var(--radius-control);font-weight:400;margin:0;cursor:pointer}
.choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choice input{width:24px;height:24px;margin:2px 0 0;accent-color:var(--accent)}
.choice b{font-weight:500}
.go{font:inherit;color:inherit;text-align:start;text-decoration:none;width:100%;grid-template-columns:minmax(0,1fr) auto;align-items:center}
.go:hover{border-color:var(--ink);color:inherit}
.go svg{color:var(--accent)}
a.go b{font-weight:600}
.stack>*{display:block}
.things{margin:0;border-top:1px solid var(--hairline)}
.things>div{border-bottom:1px solid var(--hairline);padding:var(--space-3) 0}
.things dt{font-weight:600}
.things dd{margin:0;color:var(--muted)}
.things dd.said{color:var(--ink)}
.thing-head{display:flex;gap:var(--space-2);align-items:baseline;flex-wrap:wrap}
.thing-head svg{align-self:center;flex:none;color:var(--muted)}
.tag{display:inline-block;font:600 .8125rem/1.4 var(--font-text);padding:1px 8px;border-radius:99px;border:1px solid currentColor;color:var(--accent);white-space:nowrap}
.tag.warn{color:var(--warn)}
.tag.danger{color:var(--danger)}
.tag.quiet{color:var(--muted)}
.keep{display:flex;gap:var(--space-3);align-items:flex-start;font-weight:600;margin:0;cursor:pointer}
.keep input{width:24px;height:24px;flex:none;margin:1px 0 0;accent-color:var(--accent)}
.keep + .keep{margin-top:var(--space-4)}
.aside{border-left:4px solid var(--control);padding:2px 0 2px var(--space-4);margin:var(--space-5) 0}
.aside p:last-child,.notice p:last-child,.problem p:last-child{margin-bottom:0}
.notice{background:var(--card);border:1px solid var(--hairline);border-left:4px solid var(--control);border-radius:var(--radius-control);padding:var(--space-3) var(--space-4);margin-bottom:var(--space-5)}
.notice.warn{background:var(--warn-tint);border-color:var(--warn)}
.notice.good{background:var(--accent-tint);border-color:var(--accent)}
.problem{border:2px solid var(--danger);border-left-width:6px;background:var(--card);border-radius:var(--radius-control);padding:var(--space-3) var(--space-4);margin-bottom:var(--space-5)}
.problem h2{margin-bottom:var(--space-2)}
.problem ul{margin:0;padding:0;list-style:none}
.problem a{color:var(--danger);font-weight:600}
.problem li{margin-bottom:var(--space-1)}
details{margin:var(--space-3) 0 0}
summary{display:flex;align-items:flex-start;gap:var(--space-2);width:fit-content;min-height:44px;padding:9px 0;color:var(--accent);cursor:pointer;list-style:none;text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:3px}
summary::-webkit-details-marker{display:none}
summary::before{content:"";flex:none;width:8px;height:10px;background:currentColor;clip-path:polygon(0 0,100% 50%,0 100%);margin-top:calc(.75em - 5px);transition:transform var(--quick)}
details[open]>summary::before{transform:rotate(90deg)}
details details,.things details{margin-top:0}
.things dd:last-child>details:not([open]){margin-bottom:-10px}
.inside{border-left:1px solid var(--hairline);margin-left:3px;padding-left:var(--space-4)}
.example{background:var(--card);border:1px solid var(--hairline);border-radius:var(--radius-control);padding:var(--space-2) var(--space-3);color:var(--ink);font-variant-numeric:tabular-nums}
.cannot{list-style:none;margin:0;padding:0}
.cannot li{padding:var(--space-3) 0;border-bottom:1px solid var(--hairline)}
.cannot li:last-child{border-bottom:0}
.cannot p{margin:0}
.cards{list-style:none;margin:0;padding:0;border-top:1px solid var(--hairline)}
.cards>li{border-bottom:1px solid var(--hairline);padding:var(--space-4) 0;max-width:none;display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-2) var(--space-4);align-items:center}
.cards p{margin:0}
.cards>li>.tag{justify-self:start}
@media(min-width:40rem){.cards>li.split{grid-template-columns:minmax(0,1fr) auto}}
.app-row{display:flex;gap:var(--space-3);align-items:flex-start;min-width:0}
@media(min-width:30rem){.facts>div{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:0 var(--space-3)}}
.strip{display:grid;grid-template-columns:repeat(30,minmax(0,1fr));gap:2px;margin:var(--space-3) 0 var(--space-1)}
.ends{display:flex;justify-content:space-between;max-width:none}
.strip i{display:block;height:28px;border:1px solid var(--control);border-radius:2px}
.strip .before{visibility:hidden}
.strip .read{background:var(--accent);border-color:var(--accent)}
.strip .some{background:var(--accent-tint);border-color:var(--accent)}
.table{overflow-x:auto;margin-top:var(--space-3)}
table{border-collapse:collapse;width:100%;font-size:var(--size-hint)}
caption{text-align:start;color:var(--muted);padding-bottom:var(--space-2)}
th,td{text-align:start;vertical-align:top;padding:10px var(--space-3) 10px 0;border-bottom:1px solid var(--hairline)}
th{font-weight:600}
td{font-variant-numeric:tabular-nums}
h2 svg{vertical-align:-3px;color:var(--muted)}
td>.mono,td>span:not(.tag),td>b,.app-row b,.app-row .hint{display:block}
.log td:not(:last-child){white-space:nowrap}
.apps th,.apps td{vertical-align:middle;color:var(--muted)}
.apps th{font-weight:400}.apps b,.apps .said{color:var(--ink)}
.apps td:last-child{padding-right:0;text-align:end}
td .button{overflow-wrap:normal}
@media(min-width:40rem){.apps tbody th{width:27%}.apps td{width:21%}.apps td:last-child{width:10%}}
@media(max-width:40rem){table,tbody,tr,th,td,caption{display:block}thead{position:absolute;left:-999rem}tr{border-bottom:1px solid var(--hairline);padding:var(--space-3) 0}th,td{border:0;padding:2px 0}.log tr{display:flex;flex-wrap:wrap;gap:4px var(--space-3);align-items:baseline;justify-content:space-between}.log td{padding:0}.log td:first-child{order:4;width:100%;color:var(--muted);font-size:var(--size-note)}.log td:last-child{width:100%}.apps td{padding-left:52px}.apps td:last-child{padding:var(--space-3) 0 0}.apps .button{width:100%}}
.filter>div{flex:1 1 10rem}.filter{align-items:flex-end;margin-top:var(--space-5)}
select.input{appearance:auto}
.secret{display:block;font-family:var(--font-mono);font-size:1rem;background:var(--accent-tint);border:1px solid var(--accent);border-radius:var(--radius-control);padding:var(--space-3);overflow-wrap:anywhere;user-select:all}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.paper{background:var(--card);border:1px solid var(--hairline);border-radius:var(--radius-control);padding:var(--space-5);margin-top:var(--space-5);overflow:hidden}
.accent{display:block;width:calc(100% + 2*var(--space-5));height:8px;margin:calc(-1*var(--space-5)) calc(-1*var(--space-5)) var(--space-5)}
.paper-head{display:grid;gap:var(--space-4);margin-bottom:var(--space-5)}
@media(min-width:40rem){.paper-head{grid-template-columns:repeat(2,minmax(0,1fr))}.paper-head>:last-child>h1{text-align:end}.paper-head>:last-child>p{margin-inline-start:auto;text-align:end}}
.paper-facts{margin:0}
.paper-facts>div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 var(--space-3);padding:2px 0}
.paper-facts dt{color:var(--muted)}
.paper-facts dd{margin:0 0 0 auto;text-align:end;overflow-wrap:anywhere}
.paper-facts .strong dd{font-weight:600}
.paper-logo{display:block;max-width:100%;max-height:60px;margin-bottom:var(--space-2)}
.lines{white-space:pre-line}
td>.lines{display:block}
.items .amount{text-align:end;white-space:nowrap;padding-left:var(--space-3)}
.items th:last-child,.items td:last-child{padding-right:0}
.sums{margin:var(--space-4) 0 var(--space-5)}
.sums>div{display:flex;justify-content:flex-end;gap:var(--space-5);padding:4px 0}
.sums dd{margin:0;min-width:8rem;text-align:end;font-variant-numeric:tabular-nums}
.sums .strong{font-weight:600}
@media(max-width:40rem){.items td.amount{display:flex;justify-content:space-between;white-space:normal;padding-left:0}.items td.amount::before{content:attr(data-label);color:var(--muted)}.sums>div{justify-content:space-between}}
@media print{.screen-only,.notice,header{display:none}.paper{border:0;padding:0}}
@media(forced-colors:active){.button,.choice,.input,.tag{border-color:ButtonBorder}.button.button.button.primary{background:ButtonText;border-color:ButtonText;color:ButtonFace;forced-color-adjust:none}summary::before{background:LinkText;forced-color-adjust:none}.choice:has(:checked){outline:2px solid Highlight}.strip .read{background:Highlight;forced-color-adjust:none}}
@media print{header nav,.leave,footer,.actions,.button,.skip,form.note,form[role=search],.with-button,.filter{display:none}details::details-content{content-visibility:visible;block-size:auto}summary{color:var(--ink);text-decoration:none}.choice,tr,li,.things>div{break-inside:avoid}}
`

/** The style sheet of a page, sent inline; the same text on all pages, so that one hash allows it. */
export const PAGE_STYLE = (providerTokensCss + COMPONENTS).replaceAll('\n', '')
