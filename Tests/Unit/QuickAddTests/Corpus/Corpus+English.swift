extension Corpus {
    static let english = """
        Pay rent 3rd friday of december | 2026-12-18 | Pay rent
        Board meeting first monday in december at 9am | 2026-12-07 09:00 | Board meeting
        Ship the parcel on the last friday of november | 2026-11-27 | Ship the parcel
        Dentist monday in 2 weeks | 2026-12-07 | Dentist
        Call Tom a week from friday | 2026-12-04 | Call Tom
        Renew passport two weeks from thursday | 2026-12-10 | Renew passport
        Order cake friday week | 2026-12-04 | Order cake
        Water bill 15th of next month | 2026-12-15 | Water bill
        Send invoice next month on the 5th | 2026-12-05 | Send invoice
        Clean the gutters this weekend | 2026-11-28 | Clean the gutters
        Hike with Ana next weekend | 2026-12-05 | Hike with Ana
        Close the books by end of month | 2026-11-30 | Close the books
        Timesheet due end of the month | 2026-11-30 | Timesheet
        File VAT by the end of next month | 2026-12-31 | File VAT
        Pick up suit the week after next | 2026-12-07 | Pick up suit
        Filter every 3 months when done | 2026-11-23 FREQ=MONTHLY;INTERVAL=3 when done | Filter
        Haircut every 6 weeks after completion | 2026-11-23 FREQ=WEEKLY;INTERVAL=6 when done | Haircut
        Choir every third thursday of the month at 7pm | 2026-12-17 19:00 FREQ=MONTHLY;BYDAY=3TH | Choir
        Team lunch last friday of every month | 2026-11-27 FREQ=MONTHLY;BYDAY=-1FR | Team lunch
        Gym every second tuesday of the month | 2026-12-08 FREQ=MONTHLY;BYDAY=2TU | Gym
        Trash every 2 weeks starting thursday | 2026-11-26 FREQ=WEEKLY;INTERVAL=2 | Trash
        Physio friday every 2 weeks | 2026-11-27 FREQ=WEEKLY;INTERVAL=2 | Physio
        Rent 1 Dec every month | 2026-12-01 FREQ=MONTHLY | Rent
        Vitamins every day at 8 starting tomorrow | 2026-11-24 08:00 FREQ=DAILY | Vitamins
        Yoga every monday starting 7 December | 2026-12-07 FREQ=WEEKLY;BYDAY=MO | Yoga
        Dec 3 at 18:00 every 2 weeks piano | 2026-12-03 18:00 FREQ=WEEKLY;INTERVAL=2 | piano
        Call grandma tomorrow at half past two | 2026-11-24 14:30 | Call grandma
        Leave for the airport friday at quarter to eight | 2026-11-27 07:45 | Leave for the airport
        Submit the essay friday at midnight | 2026-11-28 00:00 | Submit the essay
        Workshop tomorrow 9-11 | 2026-11-24 | Workshop 9-11
        Shift on friday 14:00 - 22:00 | 2026-11-27 | Shift 14:00 - 22:00
        Review Dan's draft tomorrow | 2026-11-24 | Review Dan's draft
        Feed the neighbour's cat friday evening | 2026-11-27 20:00 | Feed the neighbour's cat
        Pick up parcel tmrw | 2026-11-24 | Pick up parcel
        Milk and eggs today | 2026-11-23 | Milk and eggs
        Dinner at Luigi's saturday 7:30pm | 2026-11-28 19:30 | Dinner at Luigi's
        Read chapter 3 by friday | 2026-11-27 | Read chapter 3
        Table for 4 at 7pm on friday | 2026-11-27 19:00 | Table for 4
        Pay Ben $50 tomorrow | 2026-11-24 | Pay Ben $50
        Run 5 km tomorrow morning | 2026-11-24 09:00 | Run 5 km
        Check in for flight LH123 tomorrow | 2026-11-24 | Check in for flight LH123
        Fix issue #12 friday | 2026-11-27 | Fix issue #12
        Swap the tires in a fortnight | 2026-12-07 | Swap the tires
        Backup every third day | 2026-11-23 FREQ=DAILY;INTERVAL=3 | Backup
        Tax return jan 31 | 2027-01-31 | Tax return
        Sign the lease friday 27 november at noon | 2026-11-27 12:00 | Sign the lease
        Meet Sara friday the 27th | 2026-11-27 | Meet Sara
        Inbox every weekday at 9am | 2026-11-24 09:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR | Inbox
        Take the pizza out in 20 minutes | 2026-11-23 10:20 | Take the pizza out
        Drop off keys tomorrow, then call the agent | 2026-11-24 | Drop off keys, then call the agent
        Meeting 5pm EST | nothing | a zone
        Call with Berlin tomorrow 18:00 CET | nothing | a zone
        Webinar friday 2pm London time | nothing | a zone
        Standup 9:30 (UTC) | nothing | a zone
        Launch tomorrow at 5pm Pacific | nothing | a zone
        Walk the dog every day except sunday | nothing | an exception
        Gym every weekday but friday | nothing | an exception
        Meds every morning unless fasting | nothing | an exception
        Swim every day, not weekends | nothing | an exception
        Every day water the plants except when it rains | nothing | an exception apart from the phrase
        Second friday pickup | nothing | an ordinal without a month
        Third tuesday book swap | nothing | an ordinal without a month
        Pay the 5th friday of december | nothing | there are four
        Every third friday poker | nothing | each third one, or the third one of each month
        Monday to Friday at the office | nothing | a range of days
        Conference 3-5 December | nothing | a range of days
        Conference December 3 to 5 | nothing | a range of days
        Trip from 3 to 5 december | nothing | a range of days
        Mon-Fri 9am swimming | nothing | a range of days
        Dinner tomorrow at 6 | nothing | in the morning or in the evening
        Tomorrow 8 dentist | nothing | a number
        Meet Lisa 5 tomorrow | nothing | a number
        Dentist friday 3 | nothing | no Friday is the next 3rd
        Book hotel tomorrow 3 nights | nothing | a number
        Renew 5 on monday | nothing | a number
        Drinks 7ish friday | nothing | about seven
        Early tomorrow call the plumber | nothing | a word of time
        Late friday flight home | nothing | a word of time
        Mid next week check in with Paul | nothing | a word of time
        Early next week plan the sprint | nothing | a word of time
        Ship it the following monday | nothing | after another day
        Buy bread the day before friday | nothing | a day before it
        Pay Tim 3 days after tomorrow | nothing | days after it
        Move the meeting from friday to monday | nothing | two days
        Tomorrow or friday call the bank | nothing | two days
        Tablets every day until christmas | nothing | an end of a repetition
        Antibiotics daily until friday | nothing | an end of a repetition
        Ear drops every 8 hours | nothing | hours
        Stretch every day twice | nothing | how often a day
        Farmers market every friday in december | nothing | only a month of it
        Every other friday of the month clean the fridge | nothing | two readings
        Call the school tomorrow before 6pm | nothing | before a time
        Report tomorrow after 5 | nothing | after a time
        Friday end of day report | nothing | a word of time
        Tomorrow half day off | nothing | a word of time
        Tablets tomorrow at 8 and 20:00 | nothing | two times
        Concert june 31 | nothing | no such day
        Next next friday dinner | nothing | a word of time
        Buy cake for friday 18:00 | nothing | what it is for
        3 weeks tomorrow we fly | nothing | a word of time
        """
}
