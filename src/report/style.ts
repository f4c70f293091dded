/** The look of the page: light and dark as the reader has it, wide and narrow, on screen and paper. */

import { DARK_PLOT_STYLE } from './plots/palette.ts';

export const STYLE = `
:root{color-scheme:light dark;--page:#fff;--ink:#1b1f24;--quiet:#57606a;--line:#d0d7de;--panel:#f6f8fa;--mark:#0072b2;--bad:#b3400b;--plot-background:var(--page)}
@media screen and (prefers-color-scheme:dark){:root{--page:#14171b;--ink:#e6e9ed;--quiet:#a2abb5;--line:#3a4149;--panel:#1d2127;--mark:#6cb6ee;--bad:#f0883e}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:1.5rem 1.25rem 4rem;max-width:62rem;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.35rem;line-height:1.25;margin:3rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.75rem 0 .25rem}
p,ul,dl{margin:.5rem 0;max-width:46rem}
header p{max-width:none}
a{color:var(--mark)}
.quiet{color:var(--quiet)}
.bad{color:var(--bad);font-weight:600}
.answer{border-left:4px solid var(--mark);background:var(--panel);padding:.75rem 1rem;margin:1rem 0}
.answer p{margin:.35rem 0;font-size:.95rem}
.answer strong{font-size:1.15rem}
.three{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:.75rem;margin:1rem 0}
.three>div{border:1px solid var(--line);border-radius:6px;padding:.75rem 1rem}
.three p{margin:.2rem 0;font-size:.92rem}
.three .value{font-size:1.7rem;font-weight:600;line-height:1.2;font-variant-numeric:tabular-nums}
.first{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 2rem;align-items:start}
.first .answer,.first figure{margin:.5rem 0 0}
.limits h3{margin-top:1rem}
.limits ul{padding-left:1.2rem;font-size:.92rem}
nav ul{columns:2;padding-left:1.1rem;font-size:.92rem}
.gallery{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:1.5rem 2rem;align-items:start}
figure{margin:1rem 0;min-width:0}
.drawing{overflow-x:auto}
.drawing svg{display:block;font-family:inherit}
.half .drawing svg{width:100%}
.gallery .full{grid-column:1/-1}
summary{cursor:pointer;color:var(--quiet);font-size:.85rem}
.scroll{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;min-width:min(100%,26rem);font-size:.85rem;font-variant-numeric:tabular-nums;margin:.5rem 0;overflow-wrap:normal}
caption{text-align:left;color:var(--quiet);padding-bottom:.35rem;max-width:calc(100vw - 2rem)}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
thead th{border-bottom:2px solid var(--line)}
tbody th{font-weight:500}
@media screen{tbody th{white-space:nowrap}}
tr.chosen{background:var(--panel);font-weight:600}
@media screen and (max-width:40rem){body{padding:1rem .9rem 3rem}nav ul{columns:1}.full .drawing svg{max-width:none!important;width:44rem}}
.print{display:none}
@page{margin:15mm}
@media print{html{font-size:12px}.print{display:block}body{max-width:none;padding:0;font-size:10pt}th,td{padding:.15rem .35rem}h2,h3,h2+p,caption{break-after:avoid}p,li{orphans:3;widows:3}figure,.three>div,.answer,tr{break-inside:avoid}nav,details:not([open]){display:none}.gallery,.first{grid-template-columns:1fr 1fr}.three{grid-template-columns:repeat(3,1fr)}caption{max-width:none}.scroll,.drawing{overflow:visible}a{color:inherit;text-decoration:none}}
${DARK_PLOT_STYLE}`;
