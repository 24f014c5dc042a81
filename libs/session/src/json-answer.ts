/** An answer in JSON. `Response.json` is younger than the supported browsers. */
export const jsonAnswer = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
