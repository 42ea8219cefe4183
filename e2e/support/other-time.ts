import { ServerResponse } from 'node:http';

// Preloaded, it is another time: `Date` differs by OTHER_TIME_MS from the machine's clock.
const difference = Number(process.env.OTHER_TIME_MS);

globalThis.Date = new Proxy(Date, {
  construct: (real, args, target) =>
    Reflect.construct(real, args.length > 0 ? args : [real.now() + difference], target),
  get: (real, key) => (key === 'now' ? () => real.now() + difference : Reflect.get(real, key)),
});

// Browsers take the server's time from this header, which Node writes by the machine's clock.
ServerResponse.prototype.writeHead = new Proxy(ServerResponse.prototype.writeHead, {
  apply(writeHead, response: ServerResponse, args) {
    response.setHeader('date', new Date().toUTCString());
    return Reflect.apply(writeHead, response, args);
  },
});
