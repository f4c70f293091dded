/** The look of the page: light and dark as the reader has it, wide and narrow, on screen and paper. */

import { DARK_PLOT_STYLE } from './plots/palette.ts';

export const STYLE = `
:root{color-scheme:light dark;--page:#fff;--ink:#1b1f24;--quiet:#57606a;--line:#d0d7de;--panel:#f6f8fa;--mark:#0072b2;--bad:#b3400b;--good:#0b6b45;--good-panel:#e8f5ee;--care:#7a5200;--care-panel:#fdf3dc;--stop:#a01f12;--stop-panel:#fcebe9;--plot-background:var(--page)}
@media screen and (prefers-color-scheme:dark){:root{--page:#14171b;--ink:#e6e9ed;--quiet:#a2abb5;--line:#3a4149;--panel:#1d2127;--mark:#6cb6ee;--bad:#f0883e;--good:#5fd3a0;--good-panel:#12291f;--care:#f0c060;--care-panel:#2b2412;--stop:#ff9285;--stop-panel:#331a17}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:1.5rem 1.25rem 4rem;max-width:72rem;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.2rem;line-height:1.25;margin:2rem 0 .5rem}
h3{font-size:1rem;margin:0;display:inline}
h4{font-size:1rem;margin:1.5rem 0 .25rem}
p,ul{margin:.5rem 0;max-width:50rem}
header p{margin:0}
a{color:var(--mark)}
.quiet{color:var(--quiet)}
.bad{color:var(--bad);font-weight:600}
.first{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:0 2rem;align-items:start}
.first figure{margin:1rem 0 0}
.verdict{border:1px solid;border-left-width:8px;border-radius:6px;padding:.6rem 1rem;margin:1rem 0}
.verdict p{margin:.25rem 0;color:var(--ink)}
.verdict .word{font-size:1.6rem;font-weight:700;line-height:1.2;color:inherit}
.release{color:var(--good);background:var(--good-panel)}
.release-with-care{color:var(--care);background:var(--care-panel)}
.do-not-release{color:var(--stop);background:var(--stop-panel)}
.first-look{color:var(--mark);background:var(--panel)}
.three{margin:0}
.three>div{margin:.6rem 0}
dt{font-weight:600;font-size:.92rem}
dd{margin:0}
.against h2{margin-top:1rem}
.against ul{padding-left:1.2rem;max-width:none}
.group{border-top:1px solid var(--line);margin-top:1.5rem}
.group h2{margin:1rem 0 .25rem}
.part{border-bottom:1px solid var(--line)}
.part>summary{padding:.45rem 0;color:var(--ink);font-size:.95rem}
.part>summary span{color:var(--quiet);margin-left:.5rem}
.part>.body{padding:0 0 1.5rem}
.gallery{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:1.5rem 2rem;align-items:start}
figure{margin:1rem 0;min-width:0}
figcaption{display:none}
.whole{white-space:nowrap}
.drawing{overflow-x:auto}
.drawing svg{display:block;font-family:inherit}
.half .drawing svg{width:100%}
.gallery .full{grid-column:1/-1}
summary{cursor:pointer;color:var(--quiet);font-size:.85rem}
.scroll{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;min-width:min(100%,26rem);font-size:.85rem;font-variant-numeric:tabular-nums;margin:.5rem 0;overflow-wrap:normal}
table.wide{font-size:.78rem}
caption{text-align:left;color:var(--quiet);padding-bottom:.35rem;max-width:50rem}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
table.wide th,table.wide td{padding:.2rem .35rem;overflow-wrap:anywhere;min-width:3.2rem}
thead th{border-bottom:2px solid var(--line)}
tbody th{font-weight:500}
tr.chosen{background:var(--panel);font-weight:600}
.sheet{display:none}
code{font-size:.85em;overflow-wrap:anywhere}
@media screen and (max-width:40rem){body{padding:1rem .9rem 3rem}.full .drawing svg{max-width:none!important;width:44rem;margin-top:calc(var(--lines)*-16px)}.full .drawing svg>text[font-size="15"]{display:none}.full figcaption{display:block;font-weight:600;margin-bottom:.3rem}table.labelled,.labelled tbody,.labelled tr,.labelled th,.labelled td,.labelled caption{display:block;width:100%;min-width:0}.labelled thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}.labelled tr{border-bottom:2px solid var(--line);padding:.3rem 0}.labelled th,.labelled td{border:0;padding:.1rem 0;overflow-wrap:anywhere}.labelled td::before{content:attr(data-label) ": ";color:var(--quiet)}.labelled tbody th{font-weight:600}}
@page{size:A4;margin:14mm}
@media print{html{font-size:11px}body{max-width:none;padding:0;font-size:9.5pt;line-height:1.4}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}.first{grid-template-columns:1fr 1fr;gap:0 1.5rem}h1{font-size:1.7rem}h2,h3,h4,caption{break-after:avoid}p,li{orphans:3;widows:3}figure,.verdict,tr{break-inside:avoid}.three>div{margin:.4rem 0}.screen,details:not([open]),.group:not(:has(details.part[open])),section:has(>details.part:not([open])),footer{display:none}.sheet{display:block;break-before:page;break-after:page}.group:last-of-type{break-after:auto}.sheet:last-child{break-after:auto}.sheet h2{margin:0}header p,.sheet p{max-width:none}dt{font-size:9pt}.gallery{grid-template-columns:1fr 1fr}.scroll,.drawing{overflow:visible}a{color:inherit;text-decoration:none}table{font-size:8.5pt}th,td{padding:.12rem .35rem}}
.record{display:grid;grid-template-columns:9rem 1fr;gap:.15rem .8rem;margin:.6rem 0}
.line{display:inline-block;border-bottom:1px solid;min-width:55%;height:1.6em;vertical-align:bottom}
.sign{border:1px solid;border-radius:6px;padding:.4rem .8rem;margin-top:.8rem;break-inside:avoid}
.sign p{max-width:none}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
${DARK_PLOT_STYLE}`;
