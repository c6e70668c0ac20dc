() => {
    const all = (where, take) => [...where[0].querySelectorAll(where[1])].map(take), page = document;
    const cards = (fan) => all([fan, '[data-card]'], (one) => one.dataset.card), text = (one) => one.textContent;
    const seats = all([page, '.seat'], (seat) => seat).sort((one, two) => one.dataset.seat - two.dataset.seat);
    const on = page.querySelector('[data-step=on]'), told = [], boxes = new Set();
    const parts = ['.over', '#replay-score li', '.felt', '.seat', '.plate', '.plate > *', '.seat .fan', '.centre',
        '.centre > .line', '#replay-laid', '.controls', '#replay-said', '#replay-at', '.controls button'].join();
    let address = location.hash;
    history.replaceState = history.pushState = (state, title, next) => { address = next; };  // half the time is the browser's
    while (told.length < 9999) {
        told.push({
            address,
            laid: all([page, '.play'], cards),
            hands: seats.map((seat) => cards(seat.querySelector('.fan'))),
            held: seats.map((seat) => seat.querySelectorAll('.fan .face').length),
            captured: seats.map((seat) => seat.querySelector('.long').textContent),
            bets: seats.map((seat) => seat.querySelector('.bet').textContent),
            states: seats.map((seat) => seat.querySelector('.state').textContent),
            cut: all([page, '#replay-best :is(bdi, .reading)'], (one) => one.scrollWidth > one.clientWidth + 1 && one.textContent),
            middle: all([page, '#replay-laid > b'], text).join(),
            totals: all([page, '#replay-score b'], text),
        });
        const top = page.getElementById('replay-stage').getBoundingClientRect().top;
        boxes.add(JSON.stringify(all([page, parts], (part) => {
            const box = part.getBoundingClientRect(), name = part.id || part.className.split(' ')[0];
            const across = {name: [box.left], bet: [box.right]}[name] ?? [box.left, box.width]; // a name gives way to a bet
            return [name, ...[...across, box.top - top, box.height].map(Math.round)];
        })));
        if (on.getAttribute('aria-disabled') === 'true') return [told, [...boxes]];
        on.click();
    }
}
