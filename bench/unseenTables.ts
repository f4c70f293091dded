/**
 * Two more tables to confirm on, written before the choices that they confirm: road accidents and the customers of
 * a telephone company. Made on the spot, the same on every machine.
 */

import { csv, type MixedTable, stream } from './mixedTables.ts';
import { clamp, pick, type Weights } from './nominalTables.ts';

/** `seed`: other rows of the same laws. */
export function unseenTables(rows: number, seed: number): MixedTable[] {
  return [accidents(rows, seed), customers(rows, seed)];
}

function accidents(rows: number, seed: number): MixedTable {
  const { uniform, normal } = stream(31 + 1000 * seed);
  const lines = Array.from({ length: rows }, () => {
    const hour = Math.floor(clamp(14 + 5.5 * normal(), 0, 23));
    const road = pick(uniform, { street: 45, highway: 25, lane: 20, motorway: 10 });
    const limit = pick(
      uniform,
      (
        {
          street: { 30: 40, 50: 60 },
          highway: { 70: 30, 100: 70 },
          lane: { 50: 30, 70: 50, 100: 20 },
          motorway: { 120: 80, 100: 20 },
        } as Readonly<Record<string, Weights>>
      )[road],
    );
    const weather = pick(uniform, { dry: 60, rain: 25, fog: hour < 9 ? 12 : 3, snow: 6 });
    const surface =
      weather === 'dry'
        ? pick(uniform, { dry: 92, wet: 8 })
        : weather === 'snow'
          ? pick(uniform, { ice: 55, wet: 45 })
          : pick(uniform, { wet: 90, dry: 10 });
    const light = hour < 6 || hour > 20 ? (road === 'street' ? 'lit' : 'dark') : 'day';
    const vehicle = pick(uniform, {
      car: 60,
      lorry: road === 'motorway' ? 25 : 6,
      motorcycle: weather === 'dry' ? 14 : 3,
      bicycle: road === 'street' ? 22 : road === 'lane' ? 8 : 0,
      bus: road === 'street' ? 6 : 1,
    });
    const event = pick(uniform, {
      crossing: road === 'street' ? 45 : 10,
      rear: road === 'motorway' ? 60 : 20,
      skid: surface === 'ice' ? 60 : surface === 'wet' ? 20 : 6,
      turning: vehicle === 'bicycle' || vehicle === 'motorcycle' ? 45 : 15,
      game: road === 'lane' && light === 'dark' ? 40 : 2,
    });
    const age = Math.round(clamp(41 + 16 * normal() - (vehicle === 'motorcycle' ? 8 : 0), 16, 92));
    const alcohol = uniform() < (light === 'day' ? 0.03 : 0.22) ? 'yes' : 'no';
    const injury =
      Number(limit) / 40 +
      (vehicle === 'motorcycle' ? 2 : vehicle === 'bicycle' ? 1.6 : 0) +
      (event === 'rear' ? -0.9 : event === 'game' ? -1.2 : 0) +
      (event === 'skid' && vehicle === 'car' ? 0.6 : 0) +
      (alcohol === 'yes' ? 0.8 : 0) +
      (age > 70 ? 0.7 : 0) +
      1.2 * normal();
    const severity = injury > 4 ? 'serious' : injury > 1.8 ? 'slight' : 'damage';
    const paid = Math.round(Math.exp(7.2 + 0.4 * injury + 0.5 * normal()));
    return [
      hour,
      road,
      limit,
      weather,
      surface,
      light,
      vehicle,
      event,
      age,
      alcohol,
      paid,
      severity,
    ];
  });
  return {
    name: 'accidents',
    response: 'severity',
    rules: ["if vehicle = 'bicycle' then road in ('street', 'lane')"],
    text: csv(
      'hour,road,limit,weather,surface,light,vehicle,event,age,alcohol,paid,severity',
      lines,
    ),
  };
}

function customers(rows: number, seed: number): MixedTable {
  const { uniform, normal } = stream(32 + 1000 * seed);
  const lines = Array.from({ length: rows }, () => {
    const age = Math.round(clamp(45 + 17 * normal(), 18, 90));
    const kind = pick(uniform, {
      prepaid: age < 30 ? 45 : 20,
      contract: 50,
      family: age > 30 && age < 55 ? 40 : 8,
      business: age > 65 ? 2 : 15,
    });
    const line = kind === 'prepaid' ? 'none' : pick(uniform, { fibre: 40, cable: 30, none: 30 });
    const system = pick(uniform, age > 65 ? { A: 55, B: 20, none: 25 } : { A: 55, B: 45 });
    const payment =
      kind === 'prepaid'
        ? pick(uniform, { voucher: 70, card: 30 })
        : kind === 'business'
          ? pick(uniform, { invoice: 80, debit: 20 })
          : pick(uniform, { debit: 60, card: 30, invoice: 10 });
    const shop = pick(uniform, {
      online: kind === 'business' ? 10 : age < 40 ? 60 : 30,
      street: 35,
      partner: kind === 'business' ? 70 : 15,
    });
    const region = pick(uniform, {
      coast: 25,
      inland: line === 'fibre' ? 15 : 40,
      capital: line === 'fibre' ? 60 : 25,
      border: 10,
    });
    const months = Math.round(Math.exp(2.8 + 0.8 * normal() - (kind === 'prepaid' ? 0.7 : 0)));
    const gigabytes = (
      Math.exp(1.6 + 0.9 * normal() - age / 60) * (line === 'none' ? 1.6 : 1)
    ).toFixed(1);
    const bill =
      kind === 'prepaid'
        ? ''
        : (
            { contract: 25, family: 55, business: 70 }[kind as 'contract'] +
            (line === 'none' ? 0 : 25) +
            6 * normal()
          ).toFixed(2);
    const calls = Math.max(0, Math.round(1 + 1.3 * normal() + (line === 'cable' ? 1 : 0)));
    const leaves =
      (kind === 'prepaid' ? 1 : kind === 'family' ? -1 : 0) +
        (line === 'cable' && region === 'inland' ? 1.4 : 0) +
        (payment === 'card' && kind === 'contract' ? 0.9 : 0) +
        (shop === 'partner' && kind !== 'business' ? 0.8 : 0) +
        0.35 * calls -
        0.02 * months +
        1.1 * normal() >
      1.1;
    return [
      age,
      kind,
      line,
      system,
      payment,
      shop,
      region,
      months,
      gigabytes,
      bill,
      calls,
      leaves ? 'left' : 'stayed',
    ];
  });
  return {
    name: 'customers',
    response: 'status',
    rules: [
      "if kind = 'prepaid' then line = 'none'",
      "if payment = 'voucher' then kind = 'prepaid'",
    ],
    text: csv('age,kind,line,system,payment,shop,region,months,gigabytes,bill,calls,status', lines),
  };
}
