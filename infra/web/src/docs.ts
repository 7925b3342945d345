/**
 * The browsable page of the API: two self-contained files of ours, so that it works under our content-security policy
 * and without a network.
 */
export const docsPage = (nonce: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tessera API</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body><header><h1>Tessera API</h1><p>The REST API of this workspace, from the schemas that validate it. <a href="/api/openapi.json">openapi.json</a></p><p id="about"></p>
<label>Find <input id="find" type="search" autocomplete="off" placeholder="path or word"></label></header>
<div id="frame"><nav id="tags" aria-label="Sections"></nav><main id="operations" aria-live="polite">Loading…</main></div>
<script nonce="${nonce}">${script}</script></body></html>`;

const style = `
:root{color-scheme:light dark;--line:#d9dce3;--soft:#f5f6f8;--ink:#1c2230;--dim:#5b6475;--accent:#2563b0}
@media (prefers-color-scheme:dark){:root{--line:#343a46;--soft:#1d212a;--ink:#e8eaef;--dim:#a0a8b8;--accent:#8ab4f0}body{background:#14171d}}
*{box-sizing:border-box}body{margin:0;font:14px/1.5 system-ui,sans-serif;color:var(--ink)}
header{padding:20px 28px;border-bottom:1px solid var(--line)}h1{margin:0;font-size:20px}p{margin:4px 0;color:var(--dim)}a{color:var(--accent)}
input{font:inherit;padding:6px 10px;border:1px solid var(--line);border-radius:6px;background:transparent;color:inherit;min-width:260px}
#frame{display:grid;grid-template-columns:180px minmax(0,1fr);gap:24px;padding:20px 28px}nav a{display:block;padding:4px 0;text-decoration:none;text-transform:capitalize}
h2{font-size:16px;margin:24px 0 8px;text-transform:capitalize}details{border:1px solid var(--line);border-radius:8px;margin:6px 0}
summary{padding:8px 12px;cursor:pointer}summary:focus-visible,a:focus-visible,input:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.m{display:inline-block;width:64px;font-weight:600;text-transform:uppercase}code,pre{font:12.5px/1.5 ui-monospace,monospace}
pre{background:var(--soft);padding:12px;border-radius:6px;overflow:auto;max-height:420px}.in{padding:0 14px 12px}h3{font-size:13px;margin:12px 0 4px}
@media (max-width:700px){#frame{grid-template-columns:1fr}nav{display:none}}`;

const script = `
const el=(tag,text,attrs={})=>{const e=document.createElement(tag);if(text!==undefined)e.textContent=text;for(const k in attrs)e.setAttribute(k,attrs[k]);return e};
const order=['get','post','put','patch','delete'];let doc;
const deref=s=>s&&s.$ref?doc.components.schemas[s.$ref.split('/').pop()]:s;
const sample=(s,depth=0)=>{s=deref(s)||{};if(depth>5)return '…';if(s.default!==undefined)return s.default;if(s.const!==undefined)return s.const;if(s.enum)return s.enum[0];
if(s.anyOf||s.oneOf)return sample((s.anyOf||s.oneOf)[0],depth+1);if(s.allOf)return Object.assign({},...s.allOf.map(x=>sample(x,depth+1)));
const t=Array.isArray(s.type)?s.type[0]:s.type;if(t==='object'){const o={};for(const k in s.properties||{})o[k]=sample(s.properties[k],depth+1);return o}
if(t==='array')return[sample(s.items,depth+1)];if(t==='integer'||t==='number')return 1;if(t==='boolean')return true;if(t==='null')return null;return t==='string'?'text':null};
const json=s=>JSON.stringify(s,null,2);
const block=(into,title,schema)=>{into.append(el('h3',title));into.append(el('pre',json(sample(schema))));const d=el('details');d.append(el('summary','Schema'));const p=el('pre',json(deref(schema)));const i=el('div');i.className='in';i.append(p);d.append(i);into.append(d)};
const show=(path,method,op)=>{const d=el('details');d.id=op.operationId;d.dataset.text=(method+' '+path+' '+op.summary).toLowerCase();const s=el('summary');const m=el('span',method);m.className='m';s.append(m,el('code',path),' — '+op.summary);d.append(s);
d.addEventListener('toggle',()=>{if(!d.open||d.dataset.done)return;d.dataset.done='1';const i=el('div');i.className='in';
i.append(el('p',(op.security&&!op.security.length?'Open to everybody':'Needs: '+op['x-allows'])));
for(const p of op.parameters||[])i.append(el('p',p.in+': '+p.name+(p.required?' (required)':'')+(p.description?' — '+p.description:'')));
const body=op.requestBody&&op.requestBody.content['application/json'];if(body)block(i,'Body',body.schema);
const base=location.origin+'/api';i.append(el('h3','With curl'));i.append(el('pre','curl '+(method==='get'?'':'-X '+method.toUpperCase()+' ')+"'"+base+path+"'"+(op.security&&!op.security.length?'':' -H "authorization: Bearer $TOKEN"')+(body?" -H 'content-type: application/json' -d '"+JSON.stringify(sample(body.schema))+"'":'')));
for(const code of Object.keys(op.responses)){const r=op.responses[code];const c=r.content&&r.content['application/json'];if(c)block(i,code+' '+r.description,c.schema);else i.append(el('h3',code+' '+r.description))}
d.append(i)});return d};
fetch('/api/openapi.json').then(r=>r.json()).then(d=>{doc=d;document.getElementById('about').textContent=d.info.description.replaceAll('\\x60','');const main=document.getElementById('operations');main.textContent='';const nav=document.getElementById('tags');
for(const tag of d.tags){const h=el('h2',tag.name,{id:'tag-'+tag.name});main.append(h);nav.append(el('a',tag.name,{href:'#tag-'+tag.name}));
for(const path of Object.keys(d.paths))for(const m of order){const op=d.paths[path][m];if(op&&op.tags[0]===tag.name)main.append(show(path,m,op))}}
document.getElementById('find').addEventListener('input',e=>{const q=e.target.value.toLowerCase();for(const x of main.querySelectorAll('details[data-text]'))x.hidden=!x.dataset.text.includes(q)})
}).catch(()=>{document.getElementById('operations').textContent='The description could not be loaded.'});`;
