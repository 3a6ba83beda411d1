import { html } from '#platform/development/html.ts'

/** Calm and plain, in the product's colours. */
export const style = html`
*{box-sizing:border-box}
body{margin:0;background:#fafbfb;color:#1a1d1f;font:16px/24px Inter,system-ui,sans-serif;-webkit-font-smoothing:antialiased}
.mode{margin:0;padding:8px 16px;background:#fff3d6;border-bottom:1px solid #f0d595;color:#5f4300;font-size:14px;line-height:20px;text-align:center}
main{max-width:1000px;margin:0 auto;padding:48px 24px 64px}
.narrow{max-width:600px;margin:0 auto}
.columns{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:64px;align-items:start}
.brand{display:flex;align-items:center;gap:8px;margin:0 0 24px;font-weight:600;font-size:16px}
.brand::before{content:"";width:20px;height:20px;border-radius:5px;background:#087f5b}
h1{font-size:28px;line-height:36px;letter-spacing:-.015em;font-weight:600;margin:0 0 8px}
h2{font-size:16px;line-height:24px;font-weight:600;margin:0 0 16px}
p{margin:0 0 16px}
.lead{font-size:18px;line-height:28px;color:#3d474d}
.below{margin:12px 0 0}
.quiet{color:#5c666d}
.small{font-size:14px;line-height:20px}
.panel{background:#fff;border:1px solid #e3e8ea;border-radius:8px;padding:24px;margin:0 0 24px}
dl.sum{margin:24px 0 0;border-top:1px solid #e3e8ea}
dl.sum>div,.line{display:flex;justify-content:space-between;gap:16px;padding:12px 0;border-bottom:1px solid #e3e8ea}
dl.sum dd,.number{margin:0;font-variant-numeric:tabular-nums;white-space:nowrap}
dl.sum>div:last-child{font-weight:600;border-bottom:0}
.field{margin:0 0 16px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}
label{display:block;font-size:14px;line-height:20px;font-weight:500;margin:0 0 4px}
input{width:100%;height:44px;padding:0 12px;border:1px solid #8a959c;border-radius:8px;background:#fff;color:inherit;font:inherit}
input[readonly]{background:#f3f5f6;border-color:#e3e8ea}
input[aria-invalid]{border-color:#c92a2a}
.wrong{color:#b02525;font-size:14px;line-height:20px;margin:4px 0 0}
.alert{border:1px solid #f1b5b5;background:#fff5f5;color:#8f1f1f;border-radius:8px;padding:12px 16px;margin:0 0 16px}
.notice{border:1px solid #b7e0d2;background:#f0faf6;color:#0a5c43;border-radius:8px;padding:12px 16px;margin:0 0 24px}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{padding:0;margin:8px 0 12px;font-weight:600}
a{color:#087f5b}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:0 16px;border:1px solid #087f5b;border-radius:8px;background:#087f5b;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:#066649}
.plain{background:#fff;color:#087f5b;border-color:#c3cdd2}
.plain:hover{background:#f3f7f6}
.danger{background:#c92a2a;border-color:#c92a2a}
.danger:hover{background:#a82222}
.wide{width:100%}
.actions{display:flex;flex-wrap:wrap;gap:12px}
a:focus-visible,button:focus-visible,input:focus-visible{outline:2px solid #087f5b;outline-offset:2px}
.hints{border:1px dashed #c3cdd2;border-radius:8px;padding:16px;margin:24px 0 0;font-size:14px;line-height:20px}
.hints h2{font-size:14px;line-height:20px;margin:0 0 4px}
.hints ul{list-style:none;margin:12px 0 0;padding:0}
.hints li{display:flex;align-items:center;justify-content:space-between;gap:12px;padding:6px 0;border-top:1px solid #e3e8ea}
.hints code{display:block;font:13px/20px ui-monospace,monospace;white-space:nowrap}
.hints button{min-height:32px;padding:0 12px;font-size:14px}
.settled{text-align:right}
.settled form{margin-top:8px}
.badge{display:inline-block;border-radius:99px;padding:2px 10px;background:#e6f4ef;color:#0a5c43;font-size:13px;line-height:20px;font-weight:600;vertical-align:middle;margin-left:6px}
.badge.warn{background:#fff3d6;color:#5f4300}
.badge.off{background:#eceff1;color:#3d474d}
.line:first-of-type{padding-top:0}
.line:last-child{border-bottom:0;padding-bottom:0}
@media(max-width:760px){main{padding:24px 16px 48px}.columns{grid-template-columns:minmax(0,1fr);gap:24px}h1{font-size:24px;line-height:32px}.panel{padding:16px}}
`
