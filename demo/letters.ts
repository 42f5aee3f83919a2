/**
 * The letters of `npm run demo`, written for it: someone called Ines, and those she writes to. Newest
 * first, as a reader finds them.
 */
export interface SampleLetter {
  id: string;
  title: string;
  date: string;
  content: string;
  /** The owner's full name when absent. */
  signature?: string;
  hidden?: boolean;
}

export const OWNER = 'Ines Aldana';
export const TITLE = 'Letters from Ines';

export const SAMPLE_LETTERS: readonly SampleLetter[] = [
  {
    id: 'TheSwallowsCameBack005',
    title: 'The swallows are back',
    date: '2026-04-11',
    signature: 'Ines',
    content: `The swallows came back this morning, two of them, and went straight to the beam above the bicycle as if they had only been out for bread.

I thought that you should be the first to know.`,
  },
  {
    id: 'InstructionsForRain003',
    title: 'Instructions for rain',
    date: '2026-03-29',
    content: `Leave one window open,
      only a hand’s breadth,
and take in nothing from the line.

Let the first drops be counted
      by whoever is smallest.
            (Eleven, she says,
                  and then too many.)

Do not say that the garden needed it.
      The garden has heard that before.

Put the kettle on
      for the sound it makes
            against the other sound.

And when it stops,
      before anybody speaks,
stand a while in the door,
      where the street is lying
            on its back
                  looking up.`,
  },
  {
    id: 'ThankYouForTheChair000',
    title: 'Thank you for the chair',
    date: '2026-03-14',
    signature: 'Your Ines',
    content: `Dear Matilde,

The chair has arrived. The man from the railway carried it up all four flights and would not take anything but a glass of water, which he drank sitting on it. “Good chair,” he said, and so it is official.

I have put it by the north window. It creaks on the word “but”. I noticed it on the telephone with my sister: every time that I said “but”, I leaned forward, and the chair said it with me. I have been agreeing with people all week, only to keep it quiet.

You wrote that I should not thank you, since it was in the way. I know what was in the way, Matilde. I was there when he sat in it, every evening, with his hat on his knee. Nobody sends away a chair like that because it is in the way.

So I shall not thank you. I shall only tell you that it stands in the light until about eleven, that the cat has been told, and that there is a second cup on the sill beside it, whenever you want to come and see whether it remembers you.`,
  },
  {
    id: 'PlumCakeAsFarAsIKnow01',
    title: 'Plum cake, as far as I know it',
    date: '2026-02-22',
    content: `You asked for the recipe. There is none; there is only what my grandmother did, and what I saw of it from under the table.

You need
    250 g flour
    120 g butter, cold
    80 g sugar, and 2 spoons for later
    1 egg
    a kilogram of plums, the small blue ones, late in September
    a pinch of salt
    the radio

1. Rub the butter into the flour as if you were trying to remember a name. When you have it, stop.

2. Sugar, salt, egg. Make a ball of it quickly, for warm hands are its only enemy, and put it outside on the sill. In her time one could do that. Half an hour. Read something.

3. Cut the plums almost in half, and then almost in half again, so that they open like a hand. Take out the stones. Count them, and tell whoever is in the kitchen a lie about the number.

4. Press the dough into the tin with your thumbs. It will look as if it were not enough. It is always enough.

5. Stand the plums up in it, close together, as people stand on a ferry.

6. 45 minutes at 190 degrees. It is done when somebody comes in from another room and asks.

7. The two spoons of sugar go on while it is hot, and then you wait, which she could and I cannot.

It is better on the second day. I have this from her; I have never seen it.`,
  },
  {
    id: 'PostcardFromTheFerry06',
    title: 'Postcard from the ferry',
    date: '2026-02-08',
    signature: 'I.',
    content: `Four hours of fog. The captain sounds the horn every two minutes, and from somewhere on the left another ship answers, politely, a third lower. We have all begun to wait for it. When it stayed away once, a stranger took my sleeve.

Nothing to see, then. Wish you were here not to see it.`,
  },
  {
    id: 'ArabicLetterToSalma002',
    title: 'إلى سلمى، من الشرفة',
    date: '2026-01-25',
    signature: 'إيناس',
    content: `عزيزتي سلمى،

أكتب إليك من الشرفة، والشاي يبرد أسرع مما أكتب. في الأسفل رجل يبيع الليمون وينادي عليه كأنه ينادي ابنه، ولا أحد يشتري، ولا هو يغضب.

تعلّمت اليوم كلمة جديدة من جارتي: «العصاري»، وهي الساعة التي يلين فيها الضوء. قالت إن في هذه الساعة لا يُرفض طلب. فطلبت منها كرسيًّا ثانيًا، وها هو هنا، فارغ، بجانبي.

لا تستعجلي. الليمون كثير، والضوء يعود كل يوم.`,
  },
  {
    id: 'WhatTheHouseSaid000007',
    title: 'What the house said when we emptied it',
    date: '2026-01-10',
    content: `Dear Teo,

You could not come, and you asked me to tell you everything, so I shall, and you must forgive me the length. There was a great deal of it.

We began at the top, because Aunt Lucía says that one empties a house as one washes a child, from the head down. In the attic there were the things that nobody had decided about: the cot, the skis, the box marked IMPORTANT in our mother’s capitals, in which there was another box, in which there was string. Lucía held up a piece of it as long as a finger. “She would have used this,” she said, and put it into her pocket, and I saw that for all her lists she would be no help to me at all.

By ten o’clock we had three heaps. To keep, to give, to burn. By noon there were five, for there had to be one for what was certainly yours, and one for what Lucía called “pending”, which grew. I sat down on it to eat my bread.

I had thought that the furniture would be the hard part. It was not. Furniture is honest: it is heavy, it says so, two men take it by the ends and it goes. What is hard are the drawers. You remember the one in the kitchen, left of the stove, which never opened further than a hand. I always believed that it was stuck. It was full, Teo. There were forty-one keys in it. I counted them twice, on the table, in rows of ten. We tried them, too, one after the other, on every lock that we could find, and three of them opened something: the cellar, the letter box, and the little door of the clock. The other thirty-eight belong to houses that we have never seen. I have kept them all. Imagine being so careful, and for so many doors.

In the clock there was a photograph of the dog.

In the bedroom it went quickly, because neither of us looked. We took the wardrobe’s clothes by the armful, as one carries hay, and did not fold them until we were downstairs in the light. In the pocket of his winter coat there was a ticket for the tram, a chestnut, and a note in his hand that said “gloves, lamp oil, tell her”. I have looked at it for a week now. There are the gloves: he bought them, they were in the other pocket. There is lamp oil enough in the shed to light the town. What he was to tell her, and whether he did, it does not say. I think so. He crossed nothing out, but he never crossed anything out. I think that he came home with the gloves and the oil, put them on the table, and told her.

Around four the sun came in from the side, as it does there, and lay along the floor of the big room with nothing in its way. It had never done that before. There had always been a table, and us. It went all the way to the back wall and showed us where every picture had been, darker than the rest, like windows at night. Lucía said that we ought to whitewash it for the new people. I said that the new people could whitewash it themselves. Then I went and asked whether there was a brush.

And while I was doing the wall between the windows I found us. You will have forgotten, as I had: behind where the dresser stood, down to the left, there are our heights. Yours in red, mine in blue, with the dates, until the year of the fever; and from then on, higher up, in pencil, there are two more that I never knew of. M. and A. Our mother and our father, measured by each other, one evening, in the year in which we both had left. She had grown a centimetre since the wedding. He had lost two. Next to it he has written: “all even now”.

I did not paint over that. I told the new people that there was damp, and that they should leave it for a year or so. They were very kind about it. They have a girl of five, and I saw her look at the wall, and then at the pencil in my hand.

We locked up at seven. Lucía turned the key, and then she tried the handle, as she would have, and then she said what Mother always said to it when we went to the sea, do you remember? “Be good. We are only gone.”

The keys and the string come with this by the post. The clock goes to you in March, when the roads are dry. It runs eleven minutes fast; I have let it. Somebody in this family should be early.

I am well. I sleep. I have a new place for the lamp. Write to me what you see from your window, even if it is only snow,`,
  },
  {
    id: 'ThingsOnTheWindowsil02',
    title: 'Nine things on my windowsill',
    date: '2025-12-19',
    content: `1. A lemon, for looking at.
2. The postcard of a bridge that was never built.
3. Half a pair of binoculars. With it I see what people do, but not how far away they are.
4. A jar of the sand from Caldera. It is mostly shells, if you take your time.
5. Your pencil.
6. The basil, which is dead, and which I go on watering so that it need not hear it from me.
7. A thimble that catches the drip. On clear days, a thimble.
8. My elbow, left.
9. The street, from one side to the other, and at the end of it, on Sundays, you.`,
  },
  {
    id: 'ToWhoeverHasMyUmbrel03',
    title: 'To whoever has my umbrella',
    date: '2025-12-02',
    signature: 'The previous owner’s previous owner',
    content: `It is green, with a handle like a duck, and you took it from the stand at the library on Thursday, or it took you.

I do not want it back. I got it the same way. Only, there are two things that whoever had it before me had written on a label inside, and that have rubbed off, so that I must tell you myself: in the wind, hold it by the neck. And when it turns inside out, which it does at the corner by the bank and nowhere else, do not fight it. Stand still and let the weather see what it has done. After a while it is ashamed, and you can go on.

Give the duck my regards. Pass it on when it stops raining.`,
  },
  {
    id: 'JapaneseFirstSnow00002',
    title: '初雪の便り',
    date: '2025-11-27',
    signature: 'イネス',
    content: `春子さんへ

今朝、初雪が降りました。昼には消えてしまいましたが、庭の石のうしろに、手のひらほど残っています。

あなたなら、なんと呼ぶでしょう。

写真を撮ろうとして、やめました。かわりに、この手紙を書いています。着くころには、そちらも白いでしょうか。`,
  },
  {
    id: 'AtFourInTheMorning0007',
    title: 'At four in the morning',
    date: '2025-11-08',
    signature: 'Ines',
    content: `You are asleep, and I am not to wake you for a thought, so I write it down.

It is this. All day long we ask each other how we are, and say well, thank you, and it is even true. But at four in the morning nobody asks, and the answer is so much longer.

The baker’s light has just gone on. He never looks up. I raise my cup to him all the same.`,
  },
  {
    id: 'ToTheOneIn2046AtThis04',
    title: 'To whoever sits at this desk in 2046',
    date: '2025-10-15',
    content: `I am sorry about the ring that my cup has left. There was a saucer.

The left drawer opens if you lift it first. The lamp hums in G, and you can tune a guitar by it. In October, at about a quarter to five, the sun comes over the roof of the laundry and finds the one place in the glass that was blown by mouth, and for two minutes there is a small rainbow on your page. I have never got a word down on it. Perhaps you are quicker.

I do not know what you write with, or whether you have paper. I hope that the tree is still there, for I have put a good deal of what I meant to say into looking at it.

Leave something for the next one.`,
  },
  {
    id: 'ForTeoWhenYouAreRead04',
    title: 'For Teo, not before the train leaves',
    date: '2026-04-02',
    signature: 'Your sister',
    hidden: true,
    content: `Is it moving? Good. Then you cannot come back and argue.

The forty-first key, the small one with the red thread: I know what it is for. I knew at once, and said nothing, because Lucía was standing there. It is the key to your bicycle, the one that Father locked up in the shed the summer you were fourteen and would not say why. It has been in that drawer for twenty years, on top of all the others, where he could have found it with his eyes shut.

I went and looked. The tyres are flat, and there is a nest in the basket, an old one. He had oiled the chain. Not that summer, Teo. This year.

It is in the luggage van. Look out of the window at Caldera, they always take the bicycles off first.`,
  },
];
